// Lists the stored data. It must match the migrations and the browser's storage: add every new column, table, or entry
// here.

export interface PrivacyRecord {
  name: string
  holds: string
  why: string
  until: string
}

export const SERVER_RECORDS: readonly PrivacyRecord[] = [
  {
    name: 'Your sign-in',
    holds:
      'The id of your Google account, its email address, name and the address of its image; when you signed in; your open sessions.',
    why: 'To identify you. There is no password.',
    until: 'Until your account is deleted. A session ends when you sign out.',
  },
  {
    name: 'Your profile',
    holds:
      'Email address, name, address of your image, “google” as the way you sign in, your balance of credits, and when the record was made and last changed.',
    why: 'To show who is signed in and how many credits they have.',
    until: 'Until your account is deleted.',
  },
  {
    name: 'Login records',
    holds:
      "For each sign-in: the time, your IP address, your browser's description of itself, kind, make and model of the device, operating system and browser, your local time, the way you signed in, and the number of the session. At most one a minute.",
    why: 'To notice when somebody else uses an account, and to name the devices in your list of sessions. The administrators of this site can read them.',
    until: '400 days, or until your account is deleted.',
  },
  {
    name: 'Jobs',
    holds:
      'For each video: your prompt and negative prompt, the members of your cast that it names, the title and the star you give it, model, length, aspect ratio, sound setting, seed, price, times, how it went, and the task number at the video service.',
    why: 'To generate your video, show it to you again, and charge for it once.',
    until:
      'Prompts, names, titles, stars and what the video service said of the prompts: until the video or your account is deleted. Model, length, price and times stay with the credit transactions.',
  },
  {
    name: 'Images and videos',
    holds:
      'The images and voices you upload and our own copy of each finished video. Your browser re-creates each image before sending it, so location, time, and camera data never leave your device. We add to each video file that AI made it, with which model, and when. We add nothing about you.',
    why: 'The video service fetches the image or voice from us. Services delete their copies of videos after a while; ours stays.',
    until:
      'Until you delete the video or your account is deleted. If this site limits the age of videos: until that age, and at least 30 days after it first showed you the date. Both are in private storage and can be opened only through links that expire: after one hour for videos, two for images.',
  },
  {
    name: 'Links to your videos',
    holds:
      'For each link you create: a code made of it, from which nobody can read the link, its settings, a frame of the video, how often it was opened, and when the last time was. Nothing about who opened it.',
    why: 'To show the video to people you give the link to, and to let you end it.',
    until:
      'A link that you revoke, and the links of a video that you delete: at once. A link that expires: 30 days after its end. A link that was reported and has ended: until the administrators decide. That the administrator stopped sharing of a video: as long as the job.',
  },
  {
    name: 'Reports about links',
    holds: "The reason, the words, and the time of a report about a shared video. We don't store who sent it.",
    why: 'So the administrators can look at the video and take it down.',
    until: 'Until the administrators take the video down or dismiss the report, or the video is deleted.',
  },
  {
    name: 'Your cast',
    holds:
      'For each character, place, or style that you add: its name, its kind, your note, its images, and when you added it. For a voice sample, also when you confirmed that the person agreed. Nobody else sees it.',
    why: 'To use the same people, places, and styles in several videos.',
    until:
      'Until you delete it or your account is deleted. An image or a voice that a video also uses: as long as that video.',
  },
  {
    name: 'API keys',
    holds:
      'For each key you create: its name, what it may do, its daily limit, its last four characters, a code made of it, from which nobody can read the key, and when it was created, was last used, and ends.',
    why: 'To let your programs generate videos, within limits.',
    until:
      'Until you revoke it or your account is deleted. The number of the key that started a video stays with the credit transactions.',
  },
  {
    name: 'Devices for notifications',
    holds:
      'The address and the key that your browser gave us, its name, whether notifications show the prompt, and when we last sent one.',
    why: "To tell you that a video is ready. Your browser passes each message on through the push service of its maker, such as Google, Mozilla, Microsoft or Apple. It is encrypted for your browser, so that service can't read it.",
    until: 'Until you remove the device, sign out there, or delete your account.',
  },
  {
    name: 'Webhooks',
    holds:
      'The addresses of your servers, the secret with which we sign messages to them, and for each message what it is about, when it was sent, and how your server answered.',
    why: 'To tell your servers when a video is finished.',
    until:
      'Until you remove the address or your account is deleted. A message: 30 days, or until you delete its video.',
  },
  {
    name: 'Credit transactions',
    holds: 'Every grant, hold, charge and return: amount, time, model, and the number of the job.',
    why: 'So your balance can always be verified.',
    until:
      'For good: entries are never changed or deleted. When an account is deleted they keep its number and nothing that names you. The entry of welcome credits, where there were any, keeps a code made of the id of your Google account, so that they are given once: nobody can read the id from it.',
  },
  {
    name: 'Request counts',
    holds:
      'How often your account started or looked up a job in the last minute. For whoever opens or reports a shared video, also without an account: how often that IP address did so.',
    why: 'To prevent abuse.',
    until: 'A day.',
  },
  {
    name: "Tries at the administrators' login",
    holds: 'For whoever tries a password there: IP address, time, and how often it was wrong.',
    why: 'To lock out password guessing without locking out the administrator.',
    until: 'A day after the last try. Successful sign-in addresses: 30 days.',
  },
  {
    name: 'Server log',
    holds:
      'One line for each request: time, address, result, duration, the numbers of your account and API key, and the cause of an error. Never a prompt, an image or a key of yours.',
    why: 'To find out what went wrong.',
    until: 'As long as the hosting service keeps its logs, usually days.',
  },
]

export const BROWSER_ENTRIES: readonly { name: string; holds: string }[] = [
  { name: 'sb-…-auth-token', holds: 'your session, so that you stay signed in; gone when you sign out' },
  { name: 'user, token', holds: "your account's number, last known balance and access token; gone when you sign out" },
  {
    name: 'draft',
    holds:
      'what you last typed into the generator, so that a reload loses nothing, and beside it (in the database soundreel) the image you chose; gone when you sign out, the image after 30 days at the latest',
  },
  {
    name: 'jobs',
    holds: 'for one day, jobs started in this browser that have not finished, so they can be found again',
  },
  { name: 'login', holds: 'whether a sign-in still needs to be recorded' },
  { name: 'forgotten-at', holds: 'when you last signed out, so that every tab forgets what was yours' },
  { name: 'language', holds: "the language of the administrator's and the debug page" },
  {
    name: 'title-drafts',
    holds: 'for one tab only: the title that you are typing for a video; gone when you sign out',
  },
  {
    name: 'reloaded_at, reloaded_version, admin_…',
    holds:
      'for one tab only: when a page was last reloaded after an update, and which version of it; for administrators that they are logged in',
  },
]
