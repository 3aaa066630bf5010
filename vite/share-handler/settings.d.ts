/** emit.ts sets this for each build. */
declare const SHARE_SETTINGS: import('./share-response.ts').ShareSettings
