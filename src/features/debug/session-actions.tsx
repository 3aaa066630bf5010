import { useState } from 'react'
import { Button } from '@/components/button'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { actionFailure } from './action-failure'
import type { ActionResult } from './action-result-note'
import { Section } from './section'

export function SessionActions({ onResult }: { onResult: (result: ActionResult) => void }) {
  const { loadSupabase } = useServices()
  const { dropLocalUser, recheck } = useSession()
  const [isBusy, setIsBusy] = useState(false)

  const refresh = async () => {
    setIsBusy(true)
    try {
      const supabase = await loadSupabase()
      const { error } = await supabase.auth.refreshSession()
      if (error) throw error
      onResult({ tone: 'ok', text: '会话已刷新' })
    } catch (error) {
      onResult(actionFailure(error))
    } finally {
      setIsBusy(false)
    }
  }

  const clear = async () => {
    if (!window.confirm('确定清除本地存储吗？您将退出登录。')) return
    window.localStorage.clear()
    dropLocalUser()
    await recheck()
    onResult({ tone: 'ok', text: '本地存储已清除' })
  }

  return (
    <Section heading="会话">
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={isBusy} onClick={refresh}>
          刷新会话
        </Button>
        <Button variant="secondary" onClick={clear}>
          清除本地存储
        </Button>
      </div>
    </Section>
  )
}
