/**
 * Marks a field that may not stay empty. Mantine hides its asterisk from screen readers. The browser's own `required` would also
 * make an empty field invalid before anything is typed.
 */
export const required = { withAsterisk: true, 'aria-required': true } as const
