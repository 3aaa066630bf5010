/** The default address of avatars. The API's env.ts has the same one, and a test compares them. */
export const GOOGLE_AVATARS = 'https://lh3.googleusercontent.com/'
