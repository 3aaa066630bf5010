/** Same default as in the API's env.ts; a test compares them. */
export const GOOGLE_AVATARS = 'https://lh3.googleusercontent.com/'
