import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useCode } from '@/components/hooks/use-code'
import { isBackToPrompt } from '@/config/paths'

const loadNote = () => import('./return-note')

/**
 * The place of the note about a sign-in that led to the home page. Its code loads only after such a sign-in. The live
 * region is always rendered, because screen readers ignore a region that is added together with its text.
 */
export function HomeNote() {
  const { search, hash, state } = useLocation()
  // Stays true, because the note cleans the address.
  const [isWanted, setIsWanted] = useState(false)
  const isReturn = isBackToPrompt(state) || /[?#&]error=/.test(search + hash)
  // An effect, because the first render must match the prerendered page.
  useEffect(() => {
    if (isReturn) setIsWanted(true)
  }, [isReturn])
  const { code } = useCode(loadNote, isWanted)
  return <div role="status">{isWanted && code && <code.ReturnNote />}</div>
}
