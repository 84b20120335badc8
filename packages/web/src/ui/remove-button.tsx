import X from 'lucide-react/icons/x'
import type { ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from './icon-button.tsx'

interface RemoveButtonProps
  extends Pick<ComponentProps<typeof IconButton>, 'label' | 'size' | 'className'> {
  onRemove: () => void
}

/** Takes its row out of a list; the focus goes on to the next row, and not to nowhere. */
export function RemoveButton({ onRemove, ...button }: RemoveButtonProps) {
  return (
    <IconButton
      {...button}
      data-remove=""
      onClick={({ currentTarget }) => {
        const goOn = afterwards(currentTarget)
        flushSync(onRemove)
        goOn()
      }}
    >
      <X aria-hidden="true" />
    </IconButton>
  )
}

/** To the row that stands there by then, or the last one; without any to what stands around them. */
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
