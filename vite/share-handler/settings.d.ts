/** Filled in for each build by emit.ts. */
declare const SHARE_SETTINGS: import('./answer-share.ts').ShareSettings
