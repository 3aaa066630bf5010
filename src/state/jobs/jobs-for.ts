import { isShown } from '@/lib/browser/visibility'
import type { Services } from '@/lib/services'
import { createJobNews, type JobNews } from './job-news'
import { createJobsStore, type JobsStore } from './jobs-store'

interface Jobs {
  store: JobsStore
  news: JobNews
}

const made = new WeakMap<Services, Jobs>()

/** The jobs of this app, for whoever makes, polls or shows them. Made on first use. */
export function jobsFor(services: Services): Jobs {
  const known = made.get(services)
  if (known) return known
  const news = createJobNews(services.tabs)
  const store = createJobsStore({
    jobsApi: services.jobsApi,
    news,
    isShown,
  })
  const jobs = { store, news }
  made.set(services, jobs)
  return jobs
}
