import { useCallback } from 'react'
import { useToast } from '@/components/toast/use-toast'
import { paths } from '@/config/paths'
import { capabilitiesFor } from '@/state/capabilities'
import { creditsFor } from '@/state/credits/credits'
import { type Fields, fitFields } from '@/state/jobs/fields'
import { countOpen } from '@/state/jobs/job'
import { jobsFor } from '@/state/jobs/jobs'
import { useServices } from '@/state/services-context'
import { sessionFor } from '@/state/session/session'
import { classifySession, countSpendable } from './clicks'
import { imageToDataUri } from './image/image'
import { getPrice } from './inputs/chosen-models'
import { validate } from './inputs/validate'

/**
 * Returns a function that generates a video of the library again, after the checks of Generate. The form and the panel stay as they
 * are. It resolves with the job's id, or with null after it has said why nothing was started.
 */
export function useNewTake(): (fields: Fields, image: File | null) => Promise<string | null> {
  const services = useServices()
  const { show } = useToast()
  return useCallback(
    async (wanted, image) => {
      const jobs = jobsFor(services)
      const { models, maxOpenJobs } = capabilitiesFor(services).get()
      const model = models.find(({ id, isOn }) => isOn && id === wanted.model)
      if (!model) return null
      const fields = fitFields(wanted, model)
      const price = getPrice(model, jobs.get().prices)
      const session = sessionFor(services).get()
      const problem = validate({
        fields,
        models: [model],
        takes: 1,
        price,
        image: image ? 'ready' : 'none',
        session: classifySession(session),
        credits: countSpendable(session, creditsFor(services).get()),
        openJobs: countOpen(jobs.get().jobs),
        maxOpenJobs,
        isOffline: !navigator.onLine,
      })
      if (problem) {
        const action = problem.field === 'credits' ? { action: { label: 'Buy Credits', to: paths.pricing } } : {}
        show({ tone: 'bad', text: problem.message, ...action })
        return null
      }
      return jobs.startAside({ fields, model, price, readImage: image && (() => imageToDataUri({ file: image })) })
    },
    [services, show],
  )
}
