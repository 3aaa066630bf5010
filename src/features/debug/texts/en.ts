import type { DebugTexts } from './zh'

export const en: DebugTexts = {
  title: 'Auth debug',
  intro: 'Session and credits in this browser. For tokens, only their presence and expiry are shown.',
  facts: {
    login: 'Login state',
    email: 'Email',
    userId: 'User ID',
    credits: 'Credits',
    session: 'Session data',
    signedIn: 'Signed in',
    signedOut: 'Signed out',
    localOnly: ' (local user only, no session)',
    present: 'present',
    absent: 'absent',
    seconds: (seconds) => `${seconds} s`,
    left: (left) => `${left} left`,
    expired: 'expired',
    units: ['h', 'min', 's'],
  },
  session: {
    heading: 'Session',
    refresh: 'Refresh session',
    refreshed: (until) => `Session refreshed.${until === null ? '' : ` It now expires at ${until}.`}`,
    clear: 'Clear local storage',
    cleared: 'Local storage cleared',
  },
  clear: {
    title: 'Clear local storage?',
    confirm: 'Clear storage',
    cancel: 'Cancel',
    what: 'This removes everything this site stores in this browser. You will be signed out and lose any unsent form.',
    jobs: (jobs) =>
      jobs > 0
        ? `${jobs === 1 ? '1 video is' : `${jobs} videos are`} in progress. This browser will forget ${jobs === 1 ? 'it' : 'them'}, but the server continues: you're charged for videos that finish, and your credits are returned otherwise. After you sign in again, find ${jobs === 1 ? 'it' : 'them'} under Your videos.`
        : 'No videos in progress from this browser.',
    kept: 'Credits, videos, and login records on the server are not affected.',
  },
  credits: {
    heading: 'Simulated subscription',
    userId: 'User ID',
    plan: 'Plan',
    planOption: (id, credits) => `${id} (${credits} credits)`,
    subscribe: 'Simulate subscription',
    validate: 'Validate credit balance',
    userIdMissing: 'Please enter a user ID first',
    validated: (wasRepaired, credits) =>
      `${wasRepaired ? 'The balance was incorrect and has been repaired' : 'The balance is correct'}. Credits: ${credits}`,
    balance: (source, remaining, granted) => `${source}: ${remaining} / ${granted}`,
    added: (credits, balance) => `Added ${credits} credits${balance === null ? '' : `. Credits: ${balance}`}`,
  },
  storage: { heading: 'Local storage', readAgain: 'Refresh', none: 'Local storage is empty' },
  failure: {
    turnedOff:
      "Test actions are disabled on this server (404). You can't simulate subscriptions or validate balances in production.",
    anotherUser: 'User not found (404). You can do this only for the signed-in user.',
    unreachable: "Can't reach the server",
    offline: 'The network connection was lost',
    signedOut: 'Please sign in first (401)',
    noSession: 'No session to refresh. Sign in first.',
    failed: (message) => `Request failed: ${message}`,
  },
}
