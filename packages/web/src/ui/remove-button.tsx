import X from 'lucide-react/icons/x'
import type { ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from './icon-button.tsx'

interface RemoveButtonProps
  extends Pick<ComponentProps<typeof IconButton>, 'label' | 'size' | 'className'> {
  onRemove: () => void
}

/** Removes its row from a list and moves the focus to the next row. */
export function RemoveButton({ onRemove, ...button }: RemoveButtonProps) {
  return (
    <IconButton
      {...button}
      data-remove=""
      onClick={({ currentTarget }) => {
        const focusNext = afterwards(currentTarget)
        flushSync(onRemove)
        focusNext()
      }}
    >
      <X aria-hidden="true" />
    </IconButton>
  )
}

/** Focuses the next row, the last one, or the container of an empty list. */
function afterwards(button: HTMLElement): () => void {
  const row = button.closest('li')
  const list = row?.parentElement
  const place = list && row ? [...list.children].indexOf(row) : 0
  const around = list ? [list.nextElementSibling, ...ancestorsOf(list)] : []
  return () => {
    const left = list?.isConnected ? [...list.children] : []
    const next = left[Math.min(place, left.length - 1)]
    const reached = next
      ? next.querySelector<HTMLElement>('[data-remove]')
      : around.map((one) => one?.querySelector<HTMLElement>(reachable)).find(Boolean)
    reached?.focus()
  }
}

function ancestorsOf(element: Element): Element[] {
  const parent = element.parentElement
  return parent === null ? [] : [parent, ...ancestorsOf(parent)]
}

const reachable = 'input:enabled:not([hidden]), select:enabled, textarea:enabled, button:enabled'
