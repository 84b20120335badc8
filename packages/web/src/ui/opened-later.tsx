import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react'

interface OpenedLaterProps {
  kind: keyof typeof closed
  /** The same button that opens the popup later. */
  trigger: ReactElement<ComponentProps<'button'>>
  /** The popup, open. */
  children: ReactNode
}

/** The button of a popup whose code is loaded when it is first opened. */
export function OpenedLater({ kind, trigger, children }: OpenedLaterProps) {
  const [wasOpened, setOpened] = useState(false)
  if (wasOpened) return children
  return cloneElement(trigger, {
    ...closed[kind],
    'aria-expanded': false,
    onClick: () => setOpened(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setOpened(true)
    },
  })
}

const closed = {
  menu: { 'aria-haspopup': 'menu' },
  picker: { role: 'combobox', 'aria-haspopup': 'dialog' },
} as const
