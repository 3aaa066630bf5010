/** Filled in for each build by emit.ts. */
declare const SHARE_SETTINGS: import('./share-response.ts').ShareSettings
