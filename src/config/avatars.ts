/** Where Google keeps the images of its accounts. The API's default is the same (env.ts there; a test compares them). */
export const GOOGLE_AVATARS = 'https://lh3.googleusercontent.com/'
