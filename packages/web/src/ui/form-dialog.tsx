import {
  type FormEvent,
  type FormEventHandler,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'

interface FormDialogProps {
  title: string
  description?: ReactNode
  /** The label of the submit button, a verb. */
  submit: string
  /** The label of the cancel button, if “Cancel” could be taken for the action. */
  dismiss?: string
  destructive?: boolean
  isBusy: boolean
  /** The error of the form. */
  failure?: string | undefined
  /** There is unsaved input: closing asks first. */
  isUnsaved?: boolean
  wide?: boolean
  onSubmit: FormEventHandler
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form; open while rendered. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, submit, destructive = false, isBusy, failure, children } = props
  const { dismiss = 'Cancel', isUnsaved = false, wide = false, onClose } = props
  const [isAsking, setAsking] = useState(false)
  const form = useId()
  const fields = useRef<HTMLFormElement>(null)
  // On touch screens the keyboard would cover the dialog.
  const firstField = (how: string) =>
    how === 'touch' || (fields.current?.querySelector<HTMLElement>(fieldSelector) ?? true)
  const close = () => (isUnsaved && !isAsking ? setAsking(true) : onClose())
  const submitOwn = (event: FormEvent) => {
    // React submit events bubble from nested dialogs into the outer form.
    event.stopPropagation()
    props.onSubmit(event)
  }
  const footer = isAsking ? (
    <LeaveQuestion onLeave={onClose} onStay={() => setAsking(false)} />
  ) : (
    <>
      <DialogClose render={<Button>{dismiss}</Button>} />
      <Button
        type="submit"
        form={form}
        variant={destructive ? 'danger' : 'primary'}
        loading={isBusy}
      >
        {submit}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      wide={wide}
      title={title}
      description={description}
      footer={footer}
      onOpenChange={close}
      initialFocus={firstField}
    >
      <form
        ref={fields}
        id={form}
        noValidate
        onSubmit={submitOwn}
        className="grid grid-cols-1 gap-4"
      >
        {children}
        {failure && <Banner tone="bad">{failure}</Banner>}
      </form>
    </Dialog>
  )
}

interface LeaveQuestionProps {
  onLeave: () => void
  onStay: () => void
}

function LeaveQuestion({ onLeave, onStay }: LeaveQuestionProps) {
  return (
    <div role="alert" className="contents">
      <p className="min-w-0 flex-1 self-center text-s font-medium">Close without saving?</p>
      <Button onClick={onLeave}>Discard</Button>
      {/* Restores the focus, because the button that had it is gone. */}
      <Button variant="primary" ref={focus} onClick={onStay}>
        Keep editing
      </Button>
    </div>
  )
}

const focus = (button: HTMLButtonElement | null) => button?.focus()

const fieldSelector = ':is(input:not([type=radio]), input:checked, textarea):not([hidden])'
