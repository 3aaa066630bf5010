// Implements `npm run bench:clips [-- --rounds 3]`. It measures the processor seconds of a 5 s clip with sound, for a
// card and for the sea.
import { renderClip } from '../../local/renderer/clip.ts'
import { type Figure, getMedian, report, rounds } from './figures.ts'

const PROMPTS = {
  card: 'A cat plays the piano',
  sea: 'Waves at sunset',
  'sea in the rain': 'A lighthouse in the rain, far thunder',
}

const figures: Figure[] = []
for (const [kind, prompt] of Object.entries(PROMPTS)) {
  const found: number[] = []
  for (let round = 0; round < rounds(3); round += 1) {
    const before = process.cpuUsage()
    await renderClip({ prompt, seed: round, seconds: 5, sound: true, imagePath: null })
    const { user, system } = process.cpuUsage(before)
    found.push((user + system) / 1e6)
  }
  figures.push({ name: `clip of 5 s, ${kind}`, value: getMedian(found), unit: 'CPU s', most: 5 })
}
report(figures)
