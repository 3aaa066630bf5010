import type { CastMember } from '@contract/cast'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '@/components/hooks/use-store'
import { foldText } from '@/lib/text'
import { getCastStatus, getCastStore } from '@/state/cast/cast'
import { useServices } from '@/state/services-context'
import { insertText } from '../inputs/insert-text'
import { CastOptions } from './cast-options'
import { insertName, matchMembers } from './mention'
import { describeMatches } from './text'
import { useMention } from './use-mention'

interface CastListProps {
  promptRef: RefObject<HTMLTextAreaElement | null>
  popup: RefObject<HTMLDivElement | null>
  /** Whether the button has opened the popup before this code loaded. */
  wasOpened: boolean
}

type Key = Pick<KeyboardEvent, 'key' | 'preventDefault' | 'stopPropagation'>

/**
 * The names of the cast, in a popup. While the user types a name after an `@`, the prompt keeps the focus, and its arrow keys, Enter,
 * and Tab choose. A text area can't be a combobox, so it only has attributes that a text box may have. If the button opened the
 * popup, the list has the focus.
 */
export function CastList({ promptRef, popup, wasOpened }: CastListProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const isTyping = useRef(false)
  const store = getCastStore(useServices())
  const cast = useStore(store)
  const status = getCastStatus(cast)
  const { query, close } = useMention(promptRef)
  const [isOpened, setIsOpened] = useState(wasOpened)
  const [activeId, setActiveId] = useState('')
  const members = matchMembers(cast.members ?? [], isOpened ? '' : (query ?? ''))
  const active = members.find((member) => member.id === activeId) ?? members[0]
  const getOptionId = (member: CastMember) => `${id}-${member.id}`
  const activeOption = active && getOptionId(active)
  const hasOptions = members.length > 0
  // A note must not cover the text of a user who types an `@` and goes on.
  const isTyped = query !== null && (hasOptions || (query === '' && status !== 'missing'))
  const isShown = isTyped || isOpened

  // Another tab may have changed the cast.
  useEffect(() => {
    if (isShown) void store.load()
  }, [isShown, store])

  const onToggle = useEffectEvent(({ newState }: ToggleEvent) => {
    setIsOpened(newState === 'open' && !isTyping.current)
    // A click beside the popup has closed it.
    if (newState === 'closed' && isTyping.current) close()
  })
  useEffect(() => {
    const { current: box } = popup
    if (!box) return
    box.addEventListener('toggle', onToggle)
    return () => box.removeEventListener('toggle', onToggle)
  }, [popup])

  useEffect(() => {
    const { current: box } = popup
    if (!isTyped || !box) return
    isTyping.current = true
    box.togglePopover(true)
    return () => {
      isTyping.current = false
      // The link to the cast's page has left this one.
      if (box.isConnected) box.togglePopover(false)
    }
  }, [isTyped, popup])

  // The page itself doesn't scroll, so that the popup stays where it opened.
  useEffect(() => {
    if (isOpened && hasOptions) list.current?.focus({ preventScroll: true })
  }, [isOpened, hasOptions])
  useEffect(() => {
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' })
  }, [activeOption])

  useEffect(() => {
    const { current: area } = promptRef
    if (!isTyped || !activeOption || !area) return
    area.setAttribute('aria-controls', `${id}-list`)
    area.setAttribute('aria-activedescendant', activeOption)
    return () => {
      area.removeAttribute('aria-controls')
      area.removeAttribute('aria-activedescendant')
    }
  }, [id, isTyped, activeOption, promptRef])

  const onTypedKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (!(ctrlKey || metaKey || altKey || shiftKey)) {
      handleKey(event, ['Enter', 'Tab'], findNext(key))
    }
  })
  useEffect(() => {
    const { current: area } = promptRef
    if (!isTyped || !area) return
    area.addEventListener('keydown', onTypedKey)
    return () => area.removeEventListener('keydown', onTypedKey)
  }, [isTyped, promptRef])

  function handleKey(event: Key, choosing: readonly string[], next: CastMember | undefined) {
    const isChoice = choosing.includes(event.key)
    if (!active || !(isChoice || next)) return
    event.preventDefault()
    if (isChoice) choose(active)
    else if (next) setActiveId(next.id)
  }

  function findNext(key: string): CastMember | undefined {
    const at = active ? members.indexOf(active) : -1
    if (key === 'ArrowDown') return members.at((at + 1) % members.length)
    if (key === 'ArrowUp') return members.at(at - 1)
    return undefined
  }

  /** Finds the option that a key of the focused list leads to. A letter leads to the next name that begins with it. */
  function findOption(key: string): CastMember | undefined {
    if (key === 'Home') return members[0]
    if (key === 'End') return members.at(-1)
    const at = active ? members.indexOf(active) + 1 : 0
    const following = [...members.slice(at), ...members.slice(0, at)]
    const isLetter = key.length === 1 && key !== ' '
    return findNext(key) ?? following.find(({ name }) => isLetter && foldText(name).startsWith(foldText(key)))
  }

  function choose({ name }: CastMember) {
    const { current: field } = promptRef
    if (!field) return
    // The caret of a restored prompt is at its start until the user moves it. Insert at the end then.
    const caret = field.selectionEnd || field.value.length
    const { from, inserted } = insertName(field.value, caret, name, isTyped)
    popup.current?.togglePopover(false)
    insertText(field, [from, caret], inserted)
    close()
    setActiveId('')
  }

  return (
    <>
      <p role="status" className="sr-only">
        {isTyped && hasOptions && describeMatches(members.length)}
      </p>
      {popup.current &&
        createPortal(
          isShown && (
            <CastOptions
              {...{ id, list, members, active, status, getOptionId }}
              onChoose={choose}
              onReload={() => void store.load()}
              onKey={(event) => {
                // The focus returns to the button, and moves on from there.
                if (event.key === 'Tab') popup.current?.togglePopover(false)
                else handleKey(event, ['Enter', ' '], findOption(event.key))
              }}
            />
          ),
          popup.current,
        )}
    </>
  )
}
