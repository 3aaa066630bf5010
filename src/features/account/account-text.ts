import { WRONG_EMAIL } from '@contract/sentences'

export const ACCOUNT_TEXT = {
  title: 'Account',
  signedOut: 'Sign in to see your account',
  signedOutHint: 'Your credits, your sessions, and your data are shown here.',
  cutOff: "We couldn't load sign-in",
  cutOffHint: 'Check your connection and try again.',
  failed: "We couldn't load your account",
  failedHint: 'Nothing has changed. Check your connection and try again.',
  notKept: 'This server stores only your sign-in.',
  offline: "You're offline. Try again when you're back online.",

  /** The heading and the hint of each section. */
  sections: {
    profile: { title: 'Profile', hint: 'Your name and picture come from your Google account.' },
    credits: { title: 'Credits', hint: 'Every credit transaction, newest first, with the balance after it.' },
    sessions: {
      title: "Where you're signed in",
      hint: 'A device that you sign out may stay signed in for up to an hour.',
    },
    notifications: {
      title: 'Notifications',
      hint: 'We tell your devices when a video is ready or has failed, also when the site is closed.',
    },
    keys: { title: 'API keys', hint: 'Programs and AI agents use a key to generate videos with your credits.' },
    webhooks: {
      title: 'Webhooks',
      hint: 'We send your own server a signed message when a video is finished, fails, or is canceled.',
    },
    data: { title: 'Your data', hint: 'Export all that you have here, or delete it together with your account.' },
  },
  sectionFailed: "We couldn't load this section. Check your connection and try again.",

  statementFailed: "We couldn't load your statement. Your credits aren't affected.",
  statementMoved: 'Your balance changed while this was loading.',
  noTransactions: 'No transactions yet',
  noTransactionsHint: 'Credits that you get, and each video that you generate with them, appear here.',
  csvFailed: "We couldn't save your statement. Check your connection and try again.",

  noSessions: 'No sessions to show.',
  endQuestion: 'Sign out this device?',
  endConsequence:
    'It may stay signed in for up to an hour. Videos in progress continue, and everything stays in your account.',
  endFailed: "We couldn't sign out the device. Check your connection and try again.",
  ended: 'Session ended. The device may stay signed in for up to an hour.',
  signOut: 'Sign out everywhere',
  signOutQuestion: 'Sign out everywhere?',
  signOutConsequence:
    "You're signed out on all your devices, this one included. Other devices may stay signed in for up to an hour. Videos in progress continue, and everything stays in your account.",
  signOutFailed: "We couldn't sign you out everywhere. Check your connection and try again.",

  export: 'Export your data',
  exportHint:
    'One ZIP file with your videos and images, and a JSON file with your profile, prompts, cast, transactions, sign-ins, devices, API keys, and webhooks.',
  exportStopped: 'The export stopped. Your data is safe here. Check your connection and start the export again.',

  delete: 'Delete your account',
  deleteHint: "This can't be undone. Export your data first.",
  deleteGoes:
    "Your profile, sign-ins, prompts, videos, images, cast, every link to them, your API keys, your webhooks, and your devices are deleted for good, and you're signed out everywhere.",
  deleteStays: 'Your credit transactions stay in our books, without your name or email.',
  deleteWrong: WRONG_EMAIL,
  deleteFailed: "We couldn't reach the server. Check your connection and try again.",
  deleteEnded: "You've been signed out. Sign in to see if your account still exists.",
  deleted: 'Your account is deleted.',
} as const
