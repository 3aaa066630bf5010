// Loads the sheet of all classes, which a page's file has a part of (build/styles/class-sheet.ts).
export {}
