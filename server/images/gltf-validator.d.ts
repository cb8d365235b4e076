declare module 'gltf-validator' {
  type Message = { code: string; message: string; severity: number; pointer?: string };
  const validator: {
    validateBytes(bytes: Uint8Array): Promise<{ issues: { messages: Message[] } }>;
  };
  export default validator;
}
