import Archive from 'lucide-react/icons/archive'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Trash2 from 'lucide-react/icons/trash-2'
import { Explained } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { Dialog, DialogClose } from '#/ui/dialog.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Field } from '#/ui/field.tsx'
import { IconButton } from '#/ui/icon-button.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#/ui/menu.tsx'
import { Popover } from '#/ui/popover.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { Status } from '#/ui/status.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import { Tooltip } from '#/ui/tooltip.tsx'
import { Row, Specimen, Specimens } from './specimen.tsx'

export function OverlaySpecimens() {
  return (
    <Specimens id="overlays" title="Overlays">
      <Specimen name="Dialogs and sheet">
        <Row>
          <RenameDialog />
          <CancelDialog />
          <DeleteDialog />
          <RefusedDialog />
          <Sheet
            trigger={<Button>Open sheet</Button>}
            title="Jun Okafor"
            description="Customer since 3 March 2026"
            footer={<Button variant="primary">Send invoice</Button>}
          >
            <Facts
              facts={[
                { label: 'Plan', value: 'Team plan' },
                { label: 'Status', value: <Status state="past_due" /> },
              ]}
            />
          </Sheet>
        </Row>
      </Specimen>
      <Specimen name="Menu, popover, tooltip">
        <Row>
          <OrderMenu />
          <Popover trigger={<Button>How is this counted?</Button>} title="Recurring revenue">
            <p className="text-ink-2">
              Monthly revenue from active subscriptions before tax; yearly ones count a twelfth.
            </p>
          </Popover>
          <Tooltip text="Shown on hover and on focus">
            <Button variant="ghost">Hover me</Button>
          </Tooltip>
        </Row>
      </Specimen>
    </Specimens>
  )
}

function RenameDialog() {
  return (
    <Dialog
      trigger={<Button>Rename…</Button>}
      title="Rename organization"
      description="Customers see the name on checkouts, invoices and mails."
      footer={
        <>
          <DialogClose render={<Button>Cancel</Button>} />
          <DialogClose render={<Button variant="primary">Rename</Button>} />
        </>
      }
    >
      <Field label="Name">
        <TextInput defaultValue="Northwind Tools" />
      </Field>
    </Dialog>
  )
}

const workMilliseconds = 900

function work(): Promise<void> {
  return new Promise((done) => setTimeout(done, workMilliseconds))
}

function CancelDialog() {
  const toast = useToast()
  const cancel = async () => {
    await work()
    toast({ title: 'Subscription ends on 14 June', action: { label: 'Undo', onClick: () => {} } })
  }
  return (
    <ConfirmDialog
      trigger={<Button>Cancel subscription…</Button>}
      title="Cancel the Team plan?"
      effects={[
        'Ada keeps everything until 14 June 2026.',
        'No further charges: $29.00 a month ends.',
        'You can undo this until then.',
      ]}
      confirm="Cancel at period end"
      onConfirm={cancel}
    />
  )
}

function DeleteDialog() {
  return (
    <ConfirmDialog
      destructive
      typed="northwind"
      trigger={<Button variant="danger">Delete organization…</Button>}
      title="Delete Northwind Tools?"
      effects={[
        '12 products, 318 customers and all orders are permanently deleted.',
        'Checkout links and webhooks stop working immediately.',
      ]}
      confirm="Delete permanently"
      onConfirm={work}
    />
  )
}

function RefusedDialog() {
  const refuse = async () => {
    await work()
    throw new Explained('The organization has 3 active subscriptions. End them first.')
  }
  return (
    <ConfirmDialog
      trigger={<Button>Failing action…</Button>}
      title="Leave Northwind Tools?"
      effects={['You lose access immediately.', 'An owner can invite you again.']}
      confirm="Leave"
      onConfirm={refuse}
    />
  )
}

function OrderMenu() {
  const toast = useToast()
  const toastOf = (title: string) => () => toast({ title })
  return (
    <Menu
      trigger={
        <IconButton label="Actions on this order" variant="default">
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuGroup label="Order">
        <MenuItem icon={<Copy />} shortcut={['⌘', 'C']} onSelect={toastOf('ID copied')}>
          Copy ID
        </MenuItem>
        <MenuItem icon={<Archive />} disabled onSelect={toastOf('Archived')}>
          Archive
        </MenuItem>
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} destructive onSelect={toastOf('Refund requested')}>
        Refund…
      </MenuItem>
    </Menu>
  )
}
