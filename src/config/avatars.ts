/** The default base address of avatars. A test checks that the API's env.ts has the same value. */
export const GOOGLE_AVATARS = 'https://lh3.googleusercontent.com/'
