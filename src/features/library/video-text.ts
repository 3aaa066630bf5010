// Contains the texts that load with the first video. library-text.ts has the texts that don't need a video.
import { MAX_TITLE_CHARACTERS, type ServerJob } from '@contract/jobs'

export const VIDEO_TEXT = {
  nothingFound: 'No videos found',
  nothingFoundHint: 'No videos match your search. Try fewer words, or clear the filters.',
  missing: 'Video not found',
  missingHint: "There's no video of yours at this address. It may have been deleted, or belong to another account.",
  gone: 'This video was deleted',
  goneHint: 'Its transactions stay in your statement.',
  loadFailed: "We couldn't load this video",
  searchFailed: "We couldn't run your search",
  zipFailed: "We couldn't download the videos. Check your connection and try again.",
  moreFailed: "We couldn't load more videos.",
  titleFailed: "We couldn't save the title. Check your connection and try again.",
  deleted: 'Deleted. Its transactions stay in your statement.',
  deleteFailed: "We couldn't delete the video. Try again in a moment.",
  frameFailed: "We couldn't read the last frame. Download the video and capture the frame yourself.",
  castFrameFailed: "We couldn't read this frame. Download the video and capture the frame yourself.",
  frameTaken: 'The last frame is now your starting image. Describe what happens next.',
  referenceTaken: 'The last frame is now one of your references.',
  reused: "Settings restored. You're not charged until you click Generate Video.",
  takeImageGone: "We couldn't load this video's image, so nothing was started. Choose Use again, and upload the image.",
  takeSourceGone: 'The source video was deleted, so nothing was started.',
  take: {
    started: 'New take started, with a new seed.',
    missing: "We couldn't start a new take, and you weren't charged. Check your connection and try again.",
  },
  upscale: {
    started: 'Upscaling started. The larger video will be a new one.',
    missing: "We couldn't start upscaling, and you weren't charged. Check your connection and try again.",
  },
  formMissing: "We couldn't load the form. Check your connection and try again.",
  joinMissing: "We couldn't load the join tool. Check your connection; we'll try again when you're back online.",
  shareMissing: "We couldn't load sharing. Check your connection; we'll try again when you're back online.",
  noPreview: 'No preview',
  next: 'What comes next?',
  takeNote: 'The same prompt with a new seed.',
  continueNote: 'Start the next video where this one ends.',
  newPrompt: 'New prompt',
  newPromptNote: 'Describe another scene.',
  failed: 'Failed.',
  canceled: 'Canceled.',
  noReason: "The video service didn't give a reason.",
  tryAgain: 'Try again restores these settings in the form.',
} as const

/**
 * Returns a message that a video is in the form.
 * @param model the name of the model that the form changed to; null if it didn't change
 */
export function describeSourceUse(use: 'extend' | 'edit', model: string | null): string {
  const next = use === 'extend' ? 'Describe what happens next.' : 'Describe what to change.'
  return `Your video is in the form${model ? `, with ${model}` : ''}. ${next}`
}

/** Returns a description of a video's inputs. Null if they are only a prompt, a first image, or another video. */
export function describeInputs({
  inputKind,
  images,
  audio,
}: Pick<ServerJob, 'inputKind' | 'images' | 'audio'>): string | null {
  if (inputKind === 'frames') return 'First and last frame'
  if (inputKind !== 'references') return null
  const references = images.length === 1 ? '1 reference' : `${images.length} references`
  return audio ? `${references} and a voice` : references
}

/** Returns the relation of a video to its source video, before the source's name. */
export function describeSource(inputKind: ServerJob['inputKind']): string {
  return inputKind === 'edit' ? 'Edited from' : inputKind === 'upscale' ? 'Upscaled from' : 'Continues'
}

/** Returns a message about inputs that couldn't be restored in the form. Null if all were restored. */
export function describeMissingInput(missing: 'nothing' | 'image' | 'images' | 'voice' | 'source'): string | null {
  switch (missing) {
    case 'nothing':
      return null
    case 'image':
      return 'Settings restored, but the image is no longer available. Choose it again.'
    case 'images':
      return 'Settings restored, but some images are no longer available. Choose them again.'
    case 'voice':
      return 'Settings restored, but the voice is no longer available. Choose it again.'
    case 'source':
      return 'Settings restored, but the source video was deleted.'
    default:
      return missing satisfies never
  }
}

export function describeShownAbove(videos: number): string {
  return videos === 1 ? '1 video is in the comparison above.' : `${videos} videos are in the comparison above.`
}

export function describeLongTitle(characters: number): string {
  return `A title can have ${MAX_TITLE_CHARACTERS} characters. This one has ${characters.toLocaleString('en')}.`
}
