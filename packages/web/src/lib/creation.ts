/**
 * What a dialog is given that makes an object another form needs. Pages hand such dialogs to the
 * form, because one feature never imports another.
 */
export interface CreationProps<T> {
  onCreated: (made: T) => void
  onClose: () => void
}
