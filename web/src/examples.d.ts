declare module "examples" {
  const examples: { group: string; name: string; path: string; text: string }[];
  export default examples;
}
