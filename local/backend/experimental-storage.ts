// Supabase Lite reads its flags once, when it is imported: import this file before '@supabase/lite'.
process.env.EXPERIMENTAL_STORAGE = '1'
