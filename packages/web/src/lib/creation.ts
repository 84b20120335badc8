/**
 * The props of a dialog that creates an object for another form. Pages pass such dialogs to forms,
 * because features don’t import each other.
 */
export interface CreationProps<T> {
  onCreated: (made: T) => void
  onClose: () => void
}
