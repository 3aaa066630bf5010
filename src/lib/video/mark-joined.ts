// Adds the AI label to a joined video, because joining removes the labels of its sources. It loads with the code that
// joins.
import { type AiProvenance, createMark } from '@contract/ai-mark'
import type { VideoMark } from '@contract/fields'
import type { ServerJob } from '@contract/jobs'
import { env } from '@/config/env'

type Source = Pick<ServerJob, 'videoMark' | 'modelName'>

/** Appends the label. A source without one counts as AI-generated, like every video of this site. */
export function markJoined(file: Blob, sources: readonly Source[], createdAt: Date): { file: Blob; mark: VideoMark } {
  const byAi = sources.filter(({ videoMark }) => videoMark !== 'algorithm')
  const box = createMark({
    sourceType: getSourceType(byAi.length, sources.length),
    tool: [...new Set(byAi.map(({ modelName }) => modelName))].join(', ') || env.siteName,
    createdAt,
  })
  return { file: new Blob([file, box], { type: file.type }), mark: byAi.length > 0 ? 'ai' : 'algorithm' }
}

function getSourceType(byAi: number, all: number): AiProvenance['sourceType'] {
  if (byAi === 0) return 'algorithmicMedia'
  return byAi === all ? 'trainedAlgorithmicMedia' : 'compositeWithTrainedAlgorithmicMedia'
}
