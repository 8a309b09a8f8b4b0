const none = () => {
  throw new Error('This function was built without JSON Schema')
}
export const createToJSONSchemaMethod = () => none
export const createStandardJSONSchemaMethod = () => none
export const toJSONSchema = none
