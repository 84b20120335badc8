import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { ActionButton } from '#/ui/action-controls.tsx'
import { usePageActions } from '#/ui/page-actions.ts'
import { useToast } from '#/ui/toast.tsx'
import { CreateLinkDialog } from './link-dialogs.tsx'
import type { CheckoutLink } from './link-queries.ts'
import { linkName } from './link-text.ts'
import { ShareLinkDialog } from './share-link-dialog.tsx'

/** The page's primary action, hidden from members who can't change the catalog. */
export function CreateLinkButton() {
  const { role } = useOrganization()
  return mayIn(role, 'catalog', 'write') ? <Create /> : null
}

/** After a link is created, its URL is shown. */
function Create() {
  const [step, setStep] = useState<'none' | 'form' | CheckoutLink>('none')
  const toast = useToast()
  const create = {
    label: 'Create link',
    asks: true,
    icon: <Plus aria-hidden="true" />,
    shortcut: 'c',
    run: () => setStep('form'),
  }
  usePageActions('This list', [create])
  const close = () => setStep('none')
  return (
    <>
      <ActionButton variant="primary" action={create} />
      {step === 'form' && (
        <CreateLinkDialog
          onClose={close}
          onCreated={(link) => {
            toast({ title: `${linkName(link)} created` })
            setStep(link)
          }}
        />
      )}
      {typeof step === 'object' && <ShareLinkDialog link={step} onClose={close} />}
    </>
  )
}
