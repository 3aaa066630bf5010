// Contains the library's texts that don't need a video. Texts about a job are in state/jobs/job-text.ts.
export const LIBRARY_TEXT = {
  title: 'Your videos',
  all: 'All videos',
  create: 'Create a video',
  oneTitle: 'Your video',
  empty: 'No videos yet',
  emptyHint: 'Your first video appears here as soon as you click Generate Video, and stays until you delete it.',
  signedOut: 'Sign in to see your videos',
  signedOutHint: 'Every video you generate is saved to your account and available on all your devices.',
  cutOff: "We couldn't load sign-in",
  cutOffHint: "Your videos are safe on the server and will appear here once you're signed in.",
  failed: "We couldn't load your videos",
  failedHint: "They're safe on the server. Check your connection and try again.",
  notKept: "Videos aren't saved here. Download the ones you want to keep.",
} as const
