import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useOrganization } from '../../lib/current-organization.tsx'
import { mayIn } from '../../lib/roles.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { NewRegistrationDialog } from './registration-dialog.tsx'
import { placeName } from './tax-words.ts'

/** The page's primary action; for who may not change the organization it isn't there. */
export function AddRegistrationButton() {
  const { role } = useOrganization()
  return mayIn(role, 'organization', 'update') ? <Add /> : null
}

function Add() {
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  useShortcut('c', () => setOpen(true))
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" /> Add place
      </Button>
      {isOpen && (
        <NewRegistrationDialog
          onClose={() => setOpen(false)}
          onSaved={(registration) => {
            toast({ title: `${placeName(registration)} is added` })
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
