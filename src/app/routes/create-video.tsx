import { PageMeta } from '@/components/page-title'
import { paths } from '@/config/paths'

export function CreateVideoPage() {
  return (
    <>
      <PageMeta title="Create AI Videos" path={paths.createVideo} />
      <h1>Create a video</h1>
    </>
  )
}
