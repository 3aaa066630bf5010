import { env } from '@/config/env'

export interface OutsideService {
  name: string
  /** Whether the row stands for the video providers, whose names the server returns. */
  hasProviders?: true
  receives: string
  when: string
  /** The URL of the service's privacy policy. */
  policy?: string
}

/** The services that this deployment's settings use. Add another video provider or host here. */
export const OUTSIDE_SERVICES: readonly OutsideService[] = [
  {
    name: 'Supabase',
    receives:
      'Everything under “What is kept on the server”: it runs the database, the sign-in, the files and our API.',
    when: 'Whenever you use the site signed in.',
    policy: 'https://supabase.com/privacy',
  },
  {
    name: 'Google, for sign-in',
    receives:
      "The fact that you sign in to this site, and your IP address. It sends us your account's id, email address, name and image address. Your image in the header is loaded from Google.",
    when: env.googleClientId
      ? "On every page, because Google's sign-in script is loaded, and when you sign in."
      : 'When you sign in, and while you are signed in with a Google image. We load nothing from Google before that.',
    policy: 'https://policies.google.com/privacy',
  },
  {
    name: 'The video services',
    hasProviders: true,
    receives:
      'Your prompt, negative prompt, settings, and a temporary link to your image. Not your name, email address, IP address or account number. It passes them on to the maker of the model you chose, such as Google for Veo, or Kuaishou for Kling.',
    when: "When you click Generate: the one that the generator names below the model. Another one gets them only if it can't be reached. According to its documentation, Pollo AI keeps files for up to 14 days.",
  },
  {
    name: 'X',
    receives:
      "Your IP address, your browser's description of itself, and what X itself finds in its cookies. The frames ask X not to track.",
    when: 'When the gallery on the home page is near your window and you use the page. Other pages load nothing from X.',
    policy: 'https://x.com/en/privacy',
  },
  {
    name: 'Servers that you name',
    receives:
      'Messages about your finished videos: the prompt, the settings, how it went, and the price. Not your name or email address.',
    when: 'If you add a webhook, whenever a video of yours is finished.',
  },
  {
    name: `An IP lookup (${new URL(env.ipLookupUrl).host})`,
    receives: 'Your IP address, which it returns to us. No account, no cookies.',
    when: 'Once at each sign-in, for the login record. If it does not answer within 3 seconds, “unknown” is written.',
  },
  {
    name: 'The host of these pages',
    receives: 'Your IP address and the address of the page, as every web server does.',
    when: 'On every visit.',
  },
]
