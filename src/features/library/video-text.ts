// Of what comes with the first video, apart from what the page needs for who is signed out.
export const VIDEO_TEXT = {
  nothingFound: 'No videos found',
  nothingFoundHint: 'No videos match your search. Try fewer words, or clear the filters.',
  searchFailed: "We couldn't run your search",
  notFound: "We couldn't find this video. It may have been deleted on another device.",
  zipFailed: "We couldn't download the videos. Check your connection and try again.",
  moreFailed: "We couldn't load more videos.",
  deleted: 'Deleted. Its transactions stay in your statement.',
  deleteFailed: "We couldn't delete it. Try again in a moment.",
  frameFailed: "We couldn't read the last frame. Download the video and capture the frame yourself.",
  frameTaken: 'The last frame is now your starting image. Describe what happens next.',
  reused: "Settings restored. You're not charged until you click Generate Video.",
  imageGone: 'Settings restored, but the image is no longer available. Choose it again.',
  joinMissing: "We couldn't load the join tool. Check your connection; we'll retry when you're back online.",
  notMade: 'Failed.',
  noReason: "The video service didn't give a reason.",
  useAgain: 'Use again restores these settings in the form.',
} as const
