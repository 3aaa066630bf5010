import { describe, expect, it } from 'vitest'
import {
  fillWorkflow,
  findMissingParts,
  readWorkflow,
} from '../../../../supabase/functions/api/services/providers/workflow.ts'

describe('ComfyUI workflow', () => {
  const node = (inputs: Record<string, unknown>) => ({ 1: { class_type: 'CLIPTextEncode', inputs } })

  it.each([
    ['no file', undefined, 'text', /the file is not in the folder of workflows/],
    ['a file saved for the editor', { nodes: [], links: [] }, 'text', /choose Export \(API\)/],
    ['no graph', ['x'], 'text', /not in the API format/],
    ['no nodes', {}, 'text', /it has no nodes/],
    ['no prompt', node({ text: 'fixed' }), 'text', /no placeholder \{\{prompt\}\}/],
    ['an unknown placeholder', node({ text: '{{prompt}} {{style}}' }), 'text', /placeholder \{\{style\}\}/],
    ['no image', node({ text: '{{prompt}}' }), 'image', /no placeholder \{\{image\}\}/],
    ['an image for text', node({ text: '{{prompt}}', image: '{{image}}' }), 'text', /jobs from text have none/],
    ['no last frame', node({ text: '{{prompt}}', image: '{{image}}' }), 'frames', /no placeholder \{\{last_image\}\}/],
    ['no reference', node({ text: '{{prompt}}' }), 'references', /no placeholder \{\{reference_1\}\}/],
    [
      'a reference for frames',
      node({ text: '{{prompt}}', a: '{{image}}', b: '{{last_image}}', c: '{{reference_1}}' }),
      'frames',
      /jobs from frames have none/,
    ],
    [
      'a tenth reference',
      node({ text: '{{prompt}}', a: '{{reference_1}}', b: '{{reference_10}}' }),
      'references',
      /unknown placeholder \{\{reference_10\}\}/,
    ],
  ] as const)('refuses a workflow with %s, and names its file', (_, content, startsFrom, says) => {
    const read = () => readWorkflow('mine.json', content, startsFrom)
    expect(read).toThrow(/^Can't use workflow mine\.json: /)
    expect(read).toThrow(says)
  })

  it("fills in a workflow's placeholders once, and keeps a prompt's braces as text", () => {
    const values = {
      prompt: '{{seed}} "],\n',
      negative: '',
      seed: 7,
      width: 1,
      height: 1,
      frames: 1,
      fps: 24,
      duration: 5,
      image: '',
    }
    const workflow = readWorkflow(
      'mine.json',
      node({ text: 'Scene: {{prompt}}', seed: '{{ seed }}', link: ['1', 0] }),
      'text',
    )
    expect(fillWorkflow(workflow, values)).toEqual(node({ text: 'Scene: {{seed}} "],\n', seed: 7, link: ['1', 0] }))
  })

  it('finds no missing files if an older ComfyUI lists its files in the old format', () => {
    const workflow = readWorkflow('mine.json', node({ text: '{{prompt}}', name: 'a.safetensors' }), 'text')
    const info = { CLIPTextEncode: { input: { required: { name: [['a.safetensors', 'b.safetensors'], {}] } } } }
    expect(findMissingParts(workflow, info)).toEqual({ nodes: [], files: [] })
  })
})
