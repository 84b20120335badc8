import { createCustomerSession } from '@guildhall/contract/customers/sessions'
import { useState } from 'react'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { failureMessage, type Messages } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogClose } from '#/ui/dialog.tsx'
import { SecretOnce } from '#/ui/secret-once.tsx'
import type { Customer } from './customer-queries.ts'

interface PortalLinkDialogProps {
  customer: Customer
  onClose: () => void
}

/** Creates a link to the portal on request and shows it once. */
export function PortalLinkDialog({ customer, onClose }: PortalLinkDialogProps) {
  const { id: organizationId } = useOrganization()
  const [link, setLink] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const change = useChange()
  const create = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const body = { organizationId, customerId: customer.id }
      await change(async () => {
        // Set before anything is refetched, because the link is shown only once.
        const session = await api.call(createCustomerSession, { body })
        setLink(session.customerPortalUrl)
      })
    } catch (error) {
      setFailure(failureMessage(error, messages))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title="Portal link"
      description={`Signs ${customerName(customer)} in to their portal for one hour. Anyone with the link can sign in, so share it only with them.`}
      footer={
        link === null ? (
          <>
            <DialogClose render={<Button>Cancel</Button>} />
            <Button variant="primary" loading={isBusy} onClick={create}>
              Create link
            </Button>
          </>
        ) : (
          <DialogClose render={<Button variant="primary">Done</Button>} />
        )
      }
      onOpenChange={onClose}
    >
      {failure && <Banner tone="bad">{failure}</Banner>}
      {link && (
        <SecretOnce
          label="Link"
          secret={link}
          hint="Copy it now. It won’t be shown again, but you can create a new one."
        />
      )}
    </Dialog>
  )
}

const messages: Messages = {
  NotPermitted: 'Your role changed. Only owners and admins can create portal links.',
  RequestValidationError: 'This customer was just deleted.',
}
