import { WRONG_EMAIL } from '@contract/sentences'

export const ACCOUNT_TEXT = {
  title: 'Account',
  signedOut: 'Sign in to see your account',
  signedOutHint: 'Your credits, your sign-ins, and your data are shown here.',
  cutOff: "We couldn't load sign-in",
  cutOffHint: 'Check your connection and try again.',
  failed: "We couldn't load your account",
  failedHint: 'Nothing has changed. Check your connection and try again.',
  notKept: 'This server stores only your sign-in.',
  offline: "You're offline. Try again when you're back online.",

  statement: 'Credits',
  statementHint: 'Every credit transaction, newest first, with the balance after it.',
  statementFailed: "We couldn't load your statement. Your credits aren't affected.",
  statementMoved: 'Your balance changed while this was loading.',
  noTransactions: 'No transactions yet.',
  csvFailed: "We couldn't save your statement. Check your connection and try again.",

  sessions: "Where you're signed in",
  sessionsHint: 'Signing out everywhere also ends this session. Other devices may stay signed in for up to an hour.',
  noSessions: 'No sessions to show.',
  signOut: 'Sign out everywhere',
  signOutQuestion: 'Sign out everywhere?',
  signOutConsequence:
    "You're signed out on all your devices, this one included. Videos in progress continue, and everything stays in your account.",
  signOutFailed: "We couldn't sign you out everywhere. Check your connection and try again.",

  keys: 'API keys',
  keysHint: 'Programs and AI agents use a key to generate videos with your credits.',
  webhooks: 'Webhooks',
  webhooksHint: 'We send your own server a signed message when a video is finished, fails, or is canceled.',
  webhooksFailed: "We couldn't load your webhooks. Check your connection and try again.",

  export: 'Export your data',
  exportHint:
    'One ZIP file with your videos and images, and a JSON file with your profile, prompts, transactions, sign-ins, API keys, and webhooks.',
  exportStopped: 'The export stopped. Your data is safe here. Check your connection and start the export again.',

  delete: 'Delete your account',
  deleteHint: "This can't be undone. Export your data first.",
  deleteGoes:
    "Your profile, sign-ins, prompts, videos, images, every link to them, your API keys, and your webhooks are deleted for good, and you're signed out everywhere.",
  deleteStays: 'Your credit transactions stay in our books, without your name or email.',
  deleteWrong: WRONG_EMAIL,
  deleteFailed: "We couldn't reach the server. Check your connection and try again.",
  deleteEnded: "You've been signed out. Sign in to see if your account still exists.",
  deleted: 'Your account is deleted.',
} as const
