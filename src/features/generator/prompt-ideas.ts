/** Starting points for an empty form. Each names what is seen and what is heard. */
export const PROMPT_IDEAS = [
  {
    title: 'Lighthouse in the rain',
    prompt:
      'A lighthouse keeper reads his log aloud while rain runs down the lamp glass; far thunder, one foghorn in the distance.',
  },
  {
    title: 'Night train',
    prompt:
      'A night train crosses a long bridge over a still lake under the stars; wheels on rails, a soft horn, wind in the grass.',
  },
  {
    title: 'Forest at first light',
    prompt:
      'Sunrise in a pine forest, mist between the trunks, the camera glides low over moss; birdsong, a stream, dripping leaves.',
  },
] as const
