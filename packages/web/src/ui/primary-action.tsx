import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { useShortcut } from './use-shortcut.ts'

interface PrimaryActionProps {
  label: string
  icon?: ReactNode
  /** The content that it opens. */
  dialog: (close: () => void) => ReactNode
}

/** The primary action of a page, as a button and as the key C. */
export function PrimaryAction({ label, icon = plus, dialog }: PrimaryActionProps) {
  const [isOpen, setOpen] = useState(false)
  useShortcut('c', () => setOpen(true))
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {icon} {label}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}

const plus = <Plus aria-hidden="true" />
