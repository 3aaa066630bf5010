import { describe, expect, it } from 'vitest'
import { getStress } from '../../../local/renderer/scenes/card/stress.ts'
import { getWords } from '../../../local/renderer/type/words.ts'

/** Returns the stressed words in their order, without punctuation. */
function stressed(prompt: string): string[] {
  const words = getWords(prompt)
  const indices = getStress(words).toSorted((a, b) => a - b)
  return indices.map((i) => words[i]?.text.replace(/^\p{P}+|\p{P}+$/gu, '') ?? '')
}

describe('Stressed words of a prompt', () => {
  it.each([
    // Prompts about places.
    ['Rush hour in the Tokyo subway', 'hour subway'],
    ['A quiet monastery on a cliff at dawn', 'monastery cliff'],
    ['An abandoned amusement park, rust and weeds', 'amusement park'],
    ['The kitchen of a small ramen shop, steam everywhere', 'kitchen shop'],
    ['Greenhouse full of orchids', 'Greenhouse orchids'],
    ['Robots dance in an empty warehouse', 'Robots warehouse'],
    // Prompts about people.
    ['An old watchmaker opens the shutters of his shop', 'watchmaker shutters'],
    ['Two chefs argue over a pot of soup', 'chefs pot'],
    ['A girl in a yellow raincoat jumps into a puddle', 'girl raincoat puddle'],
    ['The astronaut floats weightless through the station', 'astronaut station'],
    ['Firefighters carry a child out of a burning house', 'Firefighters child'],
    ['A samurai draws his sword under cherry blossoms', 'samurai sword'],
    ["Close-up of a barista's hands, latte art", "barista's hands"],
    // Prompts about objects.
    ['A vintage typewriter on a wooden desk', 'typewriter desk'],
    ['Ice cubes fall into a glass of whisky', 'cubes glass'],
    ['A paper boat drifts down the gutter', 'boat gutter'],
    ['Macro shot of a mechanical wristwatch', 'wristwatch'],
    ['A rocket launch', 'rocket launch'],
    // Prompts about actions.
    ['A submarine descends past a coral reef', 'submarine reef'],
    ['Golden retriever catches a frisbee', 'retriever frisbee'],
    ['A hummingbird hovers beside a hibiscus flower', 'hummingbird flower'],
    ['Elephants crossing a dusty savanna', 'Elephants savanna'],
    ['Skateboarder grinds a rail, slow motion', 'Skateboarder rail'],
    ['Baking croissants early in the morning', 'croissants morning'],
    ['A conductor raises the baton; the orchestra waits', 'conductor baton'],
    ['cinematic, 4k, epic: a dragon over a castle', 'dragon castle'],
    // Prompts in other languages.
    ['Un gato negro duerme sobre el piano', 'gato piano'],
    ['Une boulangerie parisienne au petit matin', 'boulangerie matin'],
    ['Ein alter Mann repariert eine Uhr in der Werkstatt', 'Mann Werkstatt'],
    ['Старый рыбак чинит сеть на берегу реки', 'рыбак сеть'],
    ['Красный трамвай едет по ночному городу', 'трамвай городу'],
    ['一只猫在弹钢琴', '猫 钢琴'],
    ['قطة تعزف على البيانو في غرفة هادئة', 'قطة البيانو'],
  ])('stresses the most important nouns in "%s"', (prompt, nouns) => {
    expect(stressed(prompt).join(' ')).toBe(nouns)
  })

  it('stresses no spoken words if the prompt names something else', () => {
    expect(stressed('He says: "The dragon sleeps in the castle." A quiet room.')).toEqual(['room'])
    expect(stressed('"Dragons!"')).toEqual(['Dragons'])
  })

  it('stresses at most six words of a text of 2,000 letters', () => {
    const text = 'The old watchmaker opens the shutters of his shop, and dust turns in the light. '.repeat(25)
    expect(stressed(text)).toHaveLength(6)
  })
})
