import type { Check } from '../check.ts'

/** Counts the files that a video, a job, or the cast needs, but that Storage lacks, with one of them. */
const LOST_FILES = `with files as (
    select 'videos' as bucket, unnest(array[video_path, poster_path]) as path from public.jobs where deleted_at is null
    union
    select 'images', image_path from public.jobs where deleted_at is null
    union
    select 'images', f.path from private.files f
    where f.deleting_at is null and (exists (select from private.job_files where file_id = f.id)
      or exists (select from private.cast_images where image_id = f.id) or exists (select from private.cast_members where voice_id = f.id))
  )
  select bucket, count(*)::int as files, min(path) as example from files f
  where path is not null and not exists (select from storage.objects o where o.bucket_id = f.bucket and o.name = f.path)
  group by 1 order by 1`

/** Reads a table per file, so it is apart from the other checks of the database, which a slow one would hide. */
export const STORED_FILES_CHECK: Check = {
  name: 'stored files',
  needs: [['SUPABASE_DB_PASSWORD', 'SUPABASE_ACCESS_TOKEN']],
  after: ['migrations'],
  async run({ sql }) {
    const lost = await sql<{ bucket: string; files: number; example: string }>(LOST_FILES)
    if (lost.length === 0) return []
    const list = lost.map(({ bucket, files, example }) => `${files} in ${bucket} (${example})`).join(', ')
    return [
      {
        what: `Storage lacks files that the database names: ${list}.`,
        where: 'storage.objects',
        fix: 'Copy the files of a backup to the buckets again (docs/backup.md). A file without a copy is lost: its owner can only delete the video',
      },
    ]
  },
}
