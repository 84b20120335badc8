import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useOrganization } from '../../lib/current-organization.tsx'
import { mayIn } from '../../lib/roles.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { CreateDiscountDialog } from './discount-dialogs.tsx'

/** The page's primary action; for who may not change the catalog it isn't there. */
export function CreateDiscountButton() {
  const { role } = useOrganization()
  return mayIn(role, 'catalog', 'write') ? <Create /> : null
}

function Create() {
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  useShortcut('c', () => setOpen(true))
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" /> Create discount
      </Button>
      {isOpen && (
        <CreateDiscountDialog
          onClose={() => setOpen(false)}
          onDone={(news) => {
            toast({ title: news })
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
