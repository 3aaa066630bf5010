// The mark of a joined video, which nothing of its sources' marks survives in. It loads with the code that joins.
import { type AiProvenance, createMark } from '@contract/ai-mark'
import type { VideoMark } from '@contract/fields'
import type { ServerJob } from '@contract/jobs'
import { env } from '@/config/env'

type Source = Pick<ServerJob, 'videoMark' | 'modelName'>

/** Appends the mark. A source without one counts as made by AI, which this site is for. */
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
