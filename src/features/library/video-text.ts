// Of what comes with the first video, apart from what the page needs for who is signed out.
export const VIDEO_TEXT = {
  nothingFound: 'Nothing found',
  nothingFoundHint: 'None of your videos is like this. Try fewer words, or show all of them again.',
  searchFailed: 'The search did not get through',
  notFound: 'This video could not be found. It may have been deleted on another device.',
  zipFailed: 'The videos could not be downloaded. Check your connection and try again.',
  moreFailed: 'The next videos could not be loaded.',
  deleted: 'Deleted. Your statement keeps its entries.',
  deleteFailed: 'It could not be deleted just now. Try again in a moment.',
  frameFailed: 'The last frame could not be read. Download the video and take it from there.',
  frameTaken: 'The last frame is in the form. Say what happens next.',
  reused: 'The form is filled in as it was. Nothing is charged until you click Generate Video.',
  imageGone: 'The form is filled in, but its image is no longer kept. Choose it again.',
  joinMissing: 'What joins videos could not be loaded. Check your connection: it is tried again when you are back.',
  notMade: 'Not made.',
  noReason: 'The video service gave no reason.',
  useAgain: 'Use again puts it back into the form, as it was.',
} as const
