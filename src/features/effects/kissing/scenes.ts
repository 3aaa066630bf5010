export interface KissScene {
  place: string
  action: string
  sound: string
}

export const SCENES: readonly KissScene[] = [
  {
    place: 'Railway platform, early morning',
    action:
      'Two adults in winter coats stand close in the steam of a train about to leave. She takes his scarf, they both laugh, and kiss. Slow push-in, warm backlight, shallow focus.',
    sound: 'A distant announcement, the hiss of brakes, then only their breath and the first carriage moving off.',
  },
  {
    place: 'Rooftop, summer night',
    action:
      'Two men in their thirties lean on a railing over a lit city. One turns, the other meets him halfway: a long, gentle kiss. The camera circles them once, city lights out of focus.',
    sound: 'Far traffic, a record playing indoors, a glass set down on stone.',
  },
  {
    place: 'Kitchen, rain at the window',
    action:
      'An older couple cook together. He wipes flour from her cheek, she pulls him close by his apron and kisses him. Handheld, soft window light, steam from a pot.',
    sound: 'Rain, a simmering pot, a quiet laugh. No music.',
  },
]

export function writePrompt({ place, action, sound }: KissScene): string {
  return `${place}. ${action} Sound: ${sound}`
}
