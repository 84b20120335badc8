import Plus from 'lucide-react/icons/plus'
import { type ReactElement, type ReactNode, useState } from 'react'
import { ActionButton } from './action-controls.tsx'
import { usePageActions } from './page-actions.ts'

interface PrimaryActionProps {
  label: string
  icon?: ReactElement
  /** The content that it opens. */
  dialog: (close: () => void) => ReactNode
}

/** The primary action of a list, as a button, in the palette and as the key C. */
export function PrimaryAction({ label, icon = plus, dialog }: PrimaryActionProps) {
  const [isOpen, setOpen] = useState(false)
  const action = { label, asks: true, icon, shortcut: 'c', run: () => setOpen(true) }
  usePageActions('This list', [action])
  return (
    <>
      <ActionButton variant="primary" action={action} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}

const plus = <Plus aria-hidden="true" />
