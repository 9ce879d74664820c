/** The plugin. The build replaces this file by a bundle, because its more than 200 modules take long to load. */

export { plugin } from "@graphql-codegen/typed-document-node";
