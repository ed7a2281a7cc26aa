# syntax=docker/dockerfile:1
# The server with the insurance application. Nothing in it is written to at run time but /app/data and /tmp.
ARG NODE=22-bookworm-slim

FROM node:${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Node 22 uses the SQLite driver that brings its binaries: no package needs its install script.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM packages AS build
COPY . .
RUN node scripts/build.mjs

FROM node:${NODE} AS run
ENV NODE_ENV=production PORT=3000 HOST=0.0.0.0 SEED=none
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json application.json ./
COPY base ./base
COPY schemas ./schemas
COPY screens ./screens
COPY extensions ./extensions
COPY --from=build /app/dist ./dist
# Contents of files, where they do not lie in the database, and a SQLite database.
RUN mkdir data && chown node:node data
USER node
VOLUME ["/app/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://localhost:3000/api/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
