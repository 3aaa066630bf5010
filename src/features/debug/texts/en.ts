import type { DebugTexts } from './zh'

export const en: DebugTexts = {
  title: 'Auth debug',
  intro: 'Session and credits in this browser. Of tokens only their presence and expiry are shown, never the token.',
  facts: {
    login: 'Login state',
    email: 'E-mail',
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
    refreshed: (until) => `The session was refreshed${until === null ? '' : `. It now expires: ${until}`}`,
    clear: 'Clear local storage',
    cleared: 'Local storage was cleared',
  },
  clear: {
    title: 'Clear local storage?',
    confirm: 'Clear it',
    cancel: 'Cancel',
    what: 'All that this site keeps in this browser is removed. You are signed out, and a form that is not sent is lost.',
    jobs: (jobs) =>
      jobs > 0
        ? `${jobs === 1 ? '1 video is' : `${jobs} videos are`} being made. This browser forgets them, and the server goes on: credits are charged for videos that finish, and come back otherwise. After the next sign-in they are in your videos.`
        : 'No video is being made from this browser.',
    kept: 'Credits, videos and login records are kept at the server and stay as they are.',
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
      `${wasRepaired ? 'The balance was wrong and is repaired' : 'The balance is right'}. Credits: ${credits}`,
    balance: (source, remaining, granted) => `${source}: ${remaining} / ${granted}`,
    added: (credits, balance) => `Added ${credits} credits${balance === null ? '' : `. Credits: ${balance}`}`,
  },
  storage: { heading: 'Local storage', readAgain: 'Read again', none: 'Local storage is empty' },
  failure: {
    turnedOff:
      'Test actions are off at this server (404): in production no subscription can be simulated and no balance validated.',
    anotherUser: 'No such user (404): this can be done for the signed-in user alone.',
    unreachable: 'The server cannot be reached',
    offline: 'The network connection was lost',
    signedOut: 'Please sign in first (401)',
    noSession: 'There is no session to refresh: please sign in first',
    answered: (facts, message) => `It failed (${facts.join(', ')}): ${message}`,
    other: (message) => `It failed: ${message}`,
  },
}
