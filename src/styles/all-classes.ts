// Loads the sheet of all classes, which a page's file has a part of (vite/styles/class-sheet.ts).
export {}
