// Supabase Lite reads its flags once, on import. Import this file before '@supabase/lite'.
process.env.EXPERIMENTAL_STORAGE = '1'
