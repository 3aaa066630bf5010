import { PageMeta } from '@/components/page-title'
import { paths } from '@/config/paths'

export function HomePage() {
  return (
    <>
      <PageMeta title="AI video generator with realistic sound" path={paths.home} />
      <h1>Soundreel</h1>
    </>
  )
}
